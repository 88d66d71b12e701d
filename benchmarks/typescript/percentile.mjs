/** The value in microseconds at index floor(n * p) of sorted nanoseconds. */
export function percentile(sortedNanos, p) {
  return (sortedNanos[Math.floor(sortedNanos.length * p)] / 1000).toFixed(1);
}
