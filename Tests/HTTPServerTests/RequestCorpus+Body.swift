extension RequestCorpus {
  // MARK: Content-Length

  static let lengths: [RawCase] =
    [
      "+5", "-5", "-0", "0x5", "5;", "5,5", "5, 5", "5 5", "5.0", "5e0", "5_0", "\"5\"", "five", "",
      "٥", " 5 a", "0b1", "1'000", "\u{A0}5",
    ].map {
      RawCase("length “\($0)”", post("Content-Length: \($0)", "hello"), .refusedByLibrary(400))
    }
    + [
      "9223372036854775807", "9223372036854775808", "18446744073709551615", "409601", "4294967301",
      "104857600",
    ].map { RawCase("length \($0)", post("Content-Length: \($0)", "hello"), .refused([413])) }
    + ["18446744073709551616", "18446744073709551621", "99999999999999999999999999"].map {
      RawCase("length \($0)", post("Content-Length: \($0)", "hello"), .refusedByLibrary(413))
    }
    + [
      RawCase(
        "two equal lengths", post("Content-Length: 5\r\nContent-Length: 5", "hello"),
        .refused([400])),
      RawCase(
        "two different lengths", post("Content-Length: 5\r\nContent-Length: 6", "hello"),
        .refused([400])),
      RawCase(
        "zero, then a length", post("Content-Length: 0\r\nContent-Length: 38", smuggled),
        .refused([400])),
      RawCase(
        "a length, then zero", post("Content-Length: 38\r\nContent-Length: 0", smuggled),
        .refused([400])),
      RawCase(
        "two lengths, names in other letters",
        post("Content-Length: 5\r\ncontent-length: 6", "hello"), .refused([400])),
      RawCase("length with leading zeros", post("Content-Length: 0005", "hello"), .served([200])),
      RawCase("length after a tab", post("Content-Length:\t5", "hello"), .served([200])),
      RawCase("length without white space", post("Content-Length:5", "hello"), .served([200])),
      RawCase("POST without a length", post("A: b"), .served([200])),
      RawCase(
        "GET with a body", "GET / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhello",
        .served([200])),
      RawCase("body shorter than told", post("Content-Length: 50", "hello"), .dropped),
    ]

  // MARK: Transfer-Encoding

  static let codings: [RawCase] =
    [
      "gzip", "identity", "chunked, identity", "gzip, chunked", "chunked, chunked", "chunked,",
      ",chunked", "\"chunked\"", "chunked;q=1", "xchunked", "chunke", "chunked chunked",
      "cow, chunked", "'chunked'", "",
    ].map {
      RawCase(
        "coding “\($0)”", post("Transfer-Encoding: \($0)", "0\r\n\r\n" + smuggled),
        .refused([400, 501]))
    }
    + [
      RawCase(
        "length, then coding",
        post("Content-Length: 5\r\nTransfer-Encoding: chunked", "0\r\n\r\n" + smuggled),
        .refused([400])),
      RawCase(
        "coding, then length",
        post("Transfer-Encoding: chunked\r\nContent-Length: 5", "0\r\n\r\n" + smuggled),
        .refused([400])),
      RawCase(
        "coding, then length zero",
        post("Transfer-Encoding: chunked\r\nContent-Length: 0", "0\r\n\r\n" + smuggled),
        .refused([400])),
      RawCase(
        "unknown coding with length", post("Transfer-Encoding: x\r\nContent-Length: 5", "hello"),
        .refused([400])),
      RawCase(
        "chunked twice",
        post("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", "0\r\n\r\n"),
        .refused([400, 501])),
      RawCase(
        "chunked, then identity",
        post("Transfer-Encoding: chunked\r\nTransfer-Encoding: identity", "0\r\n\r\n"),
        .refused([400, 501])),
      RawCase(
        "identity, then chunked",
        post("Transfer-Encoding: identity\r\nTransfer-Encoding: chunked", "0\r\n\r\n"),
        .refused([400, 501])),
      RawCase(
        "chunked in HTTP/1.0",
        "POST / HTTP/1.0\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", .refused([400])
      ),
      RawCase(
        "vertical tab before chunked", post("Transfer-Encoding: \u{B}chunked", "0\r\n\r\n"),
        .refused([400])),
      RawCase(
        "no-break space before chunked", post("Transfer-Encoding: \u{A0}chunked", "0\r\n\r\n"),
        .refused([400, 501])),
      RawCase(
        "bare CR before the coding’s name", post("A: b\rTransfer-Encoding: chunked", "0\r\n\r\n"),
        .refused([400])),
      RawCase(
        "bare LF before the coding’s name", post("A: b\nTransfer-Encoding: chunked", "0\r\n\r\n"),
        .refused([400])),
      RawCase(
        "Chunked in other letters", post("Transfer-Encoding: Chunked", "0\r\n\r\n" + smuggled),
        .last(200)),
      RawCase(
        "chunked after a tab", post("Transfer-Encoding:\tchunked", "0\r\n\r\n" + smuggled),
        .last(200)),
    ]

  // MARK: Chunks: a request with them is the last one, so nothing after them can be smuggled in

  static func chunked(_ body: String) -> String {
    post("Transfer-Encoding: chunked", body)
  }

  static let chunks: [RawCase] = [
    RawCase("chunks, then a request", chunked("5\r\nhello\r\n0\r\n\r\n" + smuggled), .last(200)),
    RawCase(
      "chunk with an extension", chunked("5;a=b\r\nhello\r\n0\r\n\r\n" + smuggled), .last(200)),
    RawCase("trailer fields", chunked("5\r\nhello\r\n0\r\nA: b\r\n\r\n" + smuggled), .last(200)),
    RawCase(
      "trailer with a length", chunked("0\r\nContent-Length: 38\r\n\r\n" + smuggled), .last(200)),
    RawCase("size in capital letters", chunked("A\r\n0123456789\r\n0\r\n\r\n"), .last(200)),
    RawCase("size with leading zeros", chunked("0005\r\nhello\r\n0\r\n\r\n"), .last(200)),
    RawCase("several zeros as the last chunk", chunked("000\r\n\r\n" + smuggled), .last(200)),
    RawCase("bare LF after the size", chunked("5\nhello\r\n0\r\n\r\n" + smuggled), .last(200)),
    RawCase("bare LF after the data", chunked("5\r\nhello\n0\r\n\r\n" + smuggled), .last(200)),
    RawCase("bare LF in an extension", chunked("5;\na\r\n0\r\n\r\n" + smuggled), .dropped),
    RawCase("size “0x5”", chunked("0x5\r\nhello\r\n0\r\n\r\n" + smuggled), .dropped),
    RawCase("size “+5”", chunked("+5\r\nhello\r\n0\r\n\r\n" + smuggled), .dropped),
    RawCase("size “-5”", chunked("-5\r\nhello\r\n0\r\n\r\n" + smuggled), .dropped),
    RawCase("size “5 ”", chunked("5 \r\nhello\r\n0\r\n\r\n" + smuggled), .dropped),
    RawCase("size “ 5”", chunked(" 5\r\nhello\r\n0\r\n\r\n" + smuggled), .dropped),
    RawCase("size “g”", chunked("g\r\nhello\r\n0\r\n\r\n" + smuggled), .dropped),
    RawCase("empty size", chunked("\r\nhello\r\n0\r\n\r\n" + smuggled), .dropped),
    RawCase("size is an extension only", chunked(";a\r\nhello\r\n0\r\n\r\n" + smuggled), .dropped),
    RawCase("size 2^64", chunked("10000000000000000\r\nhello\r\n0\r\n\r\n" + smuggled), .dropped),
    RawCase(
      "size 2^64 + 5", chunked("10000000000000005\r\nhello\r\n0\r\n\r\n" + smuggled), .dropped),
    RawCase("data longer than its size", chunked("5\r\nhello!\r\n0\r\n\r\n" + smuggled), .dropped),
    RawCase("bare CR after the data", chunked("5\r\nhello\r0\r\n\r\n" + smuggled), .dropped),
    RawCase("trailer without a colon", chunked("0\r\nA\r\n\r\n" + smuggled), .dropped),
    RawCase("end in the middle of a chunk", chunked("5\r\nhe"), .dropped),
    RawCase("end before the last chunk", chunked("5\r\nhello\r\n"), .dropped),
  ]
}
