/// Where tasks run that somebody starts and does not wait for.
package enum Background {
  /// The executor of such tasks; `nil`, the usual one, for all but a simulation.
  ///
  /// A simulation has one thread for everything, so that a run of one seed is the same each time. What a task starts
  /// does not inherit its executor, so every task of the service is started as
  /// `Task(executorPreference: Background.executor)`.
  @TaskLocal package static var executor: (any TaskExecutor)?
}
