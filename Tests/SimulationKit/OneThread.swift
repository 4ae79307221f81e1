internal import Dispatch

/// Runs what it is given in the order in which it came, one after the other, so that a run can be repeated.
final class OneThread: TaskExecutor {
  private let queue = DispatchQueue(label: "baton.simulation")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
