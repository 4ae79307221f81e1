internal import MatchStore
internal import Matches
internal import Testing

extension StoreContract {
  static let jobs = [
    StoreCheck("A beat tells when the last one was, and does not go back") { fixture in
      try await fixture.withStore { store async throws in
        #expect(try await store.beat(at: time(100)) == nil)
        #expect(try await store.beat(at: time(200)) == time(100))
        #expect(try await store.beat(at: time(150)) == time(200))
        #expect(try await store.beat(at: time(300)) == time(200))
      }
    },
    StoreCheck("The last beat is known after a restart", reopens: true) { fixture in
      try await fixture.withStore { store async throws in
        #expect(try await store.beat(at: time(-7)) == nil)
      }
      try await fixture.withStore { store async throws in
        #expect(try await store.beat(at: time(100)) == time(-7))
      }
    },
    StoreCheck("Work that goes on or was done is no interruption") { fixture in
      try await fixture.withStore { store async throws in
        #expect(try await store.interruptedJobs().isEmpty)
        for match in 1...3 { try await store.jobBegan(Sample.match(match), at: time(1)) }
        try await store.jobBegan(Sample.match(3), at: time(2))
        try await store.jobEnded(Sample.match(2))
        try await store.jobEnded(Sample.match(4))
        #expect(try await store.interruptedJobs().isEmpty)
      }
    },
    StoreCheck("Work that was not done at the end is interrupted, each time once", reopens: true) {
      fixture in
      for count in 1...3 {
        try await fixture.withStore { store async throws in
          #expect(
            try await store.interruptedJobs() == interrupted(count == 1 ? [:] : [1: count - 1]))
          // Begun twice in one process, it is one piece of work.
          try await store.jobBegan(Sample.match(1), at: time(1))
          try await store.jobBegan(Sample.match(1), at: time(2))
          try await store.jobBegan(Sample.match(2), at: time(2))
          #expect(try await store.interruptedJobs().isEmpty)
          try await store.jobEnded(Sample.match(2))
        }
      }
      try await fixture.withStore { store async throws in
        #expect(try await store.interruptedJobs() == interrupted([1: 3]))
        try await store.jobBegan(Sample.match(1), at: time(3))
        try await store.jobEnded(Sample.match(1))
      }
      try await fixture.withStore { store async throws in
        #expect(try await store.interruptedJobs().isEmpty)
      }
    },
    StoreCheck("An interrupted piece of work can be forgotten, others stay", reopens: true) {
      fixture in
      try await fixture.withStore { store async throws in
        for match in 1...20 { try await store.jobBegan(Sample.match(match), at: time(1)) }
        for match in 6...20 { try await store.jobEnded(Sample.match(match)) }
      }
      try await fixture.withStore { store async throws in
        #expect(
          try await store.interruptedJobs() == interrupted([1: 1, 2: 1, 3: 1, 4: 1, 5: 1]))
        for match in [1, 3, 9] { try await store.forgetInterruptedJob(Sample.match(match)) }
        #expect(try await store.interruptedJobs() == interrupted([2: 1, 4: 1, 5: 1]))
        try await store.jobBegan(Sample.match(4), at: time(1))
        try await store.jobBegan(Sample.match(6), at: time(1))
      }
      try await fixture.withStore { store async throws in
        #expect(try await store.interruptedJobs() == interrupted([2: 1, 4: 2, 5: 1, 6: 1]))
      }
    },
  ]

  private static func time(_ milliseconds: Int64) -> Timestamp {
    Timestamp(milliseconds: milliseconds)
  }

  private static func interrupted(_ jobs: [Int: Int]) -> [InterruptedJob] {
    jobs.map { InterruptedJob(match: Sample.match($0.key), interruptions: $0.value) }
      .sorted { $0.match < $1.match }
  }
}
