public import Hosting

/// What the service counts.
public struct ServiceMeters: Sendable {
  /// The timers that fired because they were due.
  public let timersFired: MetricCounter
  /// The moves that a computed opponent made.
  public let botMoves: MetricCounter
  /// The passwords that wait to be checked.
  public let passwordsWaiting: MetricGauge

  /// Makes the figures in a registry.
  public init(_ metrics: Metrics) {
    timersFired = metrics.counter(
      "baton_timers_fired_total", "Timers of matches that fired because they were due.")
    botMoves = metrics.counter("baton_bot_moves_total", "Moves that the computer made.")
    passwordsWaiting = metrics.gauge(
      "baton_passwords_waiting", "Passwords that wait to be checked.")
  }
}
