#if !arch(wasm32)
  /// On the host there is nothing to run: the bridge lives in the browser.
  @main
  struct Main {
    static func main() {}
  }
#endif
