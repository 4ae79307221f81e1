// The fitted weights of the Reversi engine, as bytes of the file reversi.weights.
#ifndef BATON_REVERSI_WEIGHTS_H
#define BATON_REVERSI_WEIGHTS_H

#include <stddef.h>

const unsigned char *_Nonnull baton_reversi_weights(void);
size_t baton_reversi_weights_count(void);

#endif
