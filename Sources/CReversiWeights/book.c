#include "weights.h"

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc23-extensions"
static const unsigned char bytes[] = {
#embed "reversi.book"
};
#pragma clang diagnostic pop

const unsigned char *baton_reversi_book(void) { return bytes; }
size_t baton_reversi_book_count(void) { return sizeof bytes; }
