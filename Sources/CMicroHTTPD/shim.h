#ifndef BATON_CMICROHTTPD_SHIM_H
#define BATON_CMICROHTTPD_SHIM_H

#include <microhttpd.h>

#endif
