// The fitted weights of the Reversi engine and its opening book, as bytes of the files reversi.weights and reversi.book.
#ifndef BATON_REVERSI_WEIGHTS_H
#define BATON_REVERSI_WEIGHTS_H

#include <stddef.h>

const unsigned char *_Nonnull baton_reversi_weights(void);
size_t baton_reversi_weights_count(void);

const unsigned char *_Nonnull baton_reversi_book(void);
size_t baton_reversi_book_count(void);

#endif
