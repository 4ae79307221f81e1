#if hasFeature(BuiltinModule)
  import Builtin
#endif

/// Four 64-bit lanes, one for each line through a square: row, column and the two diagonals.
///
/// The standard library's bitwise operators and shifts on integer vectors go lane by lane (Swift 6.3); these become
/// one vector instruction each. With the `BuiltinModule` feature they name it; without, they take the detour
/// over `SIMDMask`, whose operators are whole.
struct Lanes {
  var v: SIMD4<UInt64>

  @inline(__always) init(_ v: SIMD4<UInt64>) { self.v = v }
  @inline(__always) init(repeating x: UInt64) { v = SIMD4(repeating: x) }
  @inline(__always) init(_ a: UInt64, _ b: UInt64, _ c: UInt64, _ d: UInt64) {
    v = SIMD4(a, b, c, d)
  }

  #if hasFeature(BuiltinModule)
    private typealias Raw = Builtin.Vec4xInt64
    @inline(__always) private var raw: Raw { unsafeBitCast(v, to: Raw.self) }
    @inline(__always) private init(raw: Raw) { v = unsafeBitCast(raw, to: SIMD4<UInt64>.self) }

    @inline(__always) static func & (a: Self, b: Self) -> Self {
      Self(raw: Builtin.and_Vec4xInt64(a.raw, b.raw))
    }
    @inline(__always) static func | (a: Self, b: Self) -> Self {
      Self(raw: Builtin.or_Vec4xInt64(a.raw, b.raw))
    }
    @inline(__always) static func ^ (a: Self, b: Self) -> Self {
      Self(raw: Builtin.xor_Vec4xInt64(a.raw, b.raw))
    }
    @inline(__always) static func << (a: Self, b: Self) -> Self {
      Self(raw: Builtin.shl_Vec4xInt64(a.raw, b.raw))
    }
    @inline(__always) static func >> (a: Self, b: Self) -> Self {
      Self(raw: Builtin.lshr_Vec4xInt64(a.raw, b.raw))
    }
    /// All four lanes in one.
    @inline(__always) var union: UInt64 {
      UInt64(Builtin.int_vector_reduce_or_Vec4xInt64(raw))
    }
    /// All ones in each lane that is zero.
    ///
    /// The standard library's comparison takes the vector apart and puts it together again, ten instructions for one.
    @inline(__always) var zeroLanes: Self {
      Self(
        raw: Builtin.sext_Vec4xInt1_Vec4xInt64(
          Builtin.cmp_eq_Vec4xInt64(raw, Lanes(repeating: 0).raw)))
    }
  #else
    private typealias Mask = SIMDMask<SIMD4<Int64>>
    @inline(__always) private var mask: Mask { unsafeBitCast(v, to: Mask.self) }
    @inline(__always) private init(_ m: Mask) { v = unsafeBitCast(m, to: SIMD4<UInt64>.self) }

    @inline(__always) static func & (a: Self, b: Self) -> Self { Self(a.mask .& b.mask) }
    @inline(__always) static func | (a: Self, b: Self) -> Self { Self(a.mask .| b.mask) }
    @inline(__always) static func ^ (a: Self, b: Self) -> Self { Self(a.mask .^ b.mask) }
    @inline(__always) static func << (a: Self, b: Self) -> Self { Self(a.v &<< b.v) }
    @inline(__always) static func >> (a: Self, b: Self) -> Self { Self(a.v &>> b.v) }
    /// All four lanes in one.
    @inline(__always) var union: UInt64 { (v[0] | v[2]) | (v[1] | v[3]) }
    /// All ones in each lane that is zero.
    @inline(__always) var zeroLanes: Self {
      Self(unsafeBitCast(v .== SIMD4(repeating: 0), to: SIMD4<UInt64>.self))
    }
  #endif

  @inline(__always) static func + (a: Self, b: Self) -> Self { Self(a.v &+ b.v) }
  @inline(__always) static func - (a: Self, b: Self) -> Self { Self(a.v &- b.v) }
}
