internal import Testing
func f() { #expect(Bool(true)) }
