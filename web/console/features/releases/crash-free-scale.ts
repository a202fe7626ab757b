// The lower end of a chart of crash-free sessions, whose upper end is 100 %.
type Point = { sessions: number; crashFreeSessions: number }

/** Heights of the chart as shares: their halves are round too. */
const HEIGHTS = [0.002, 0.004, 0.01, 0.02, 0.04, 0.1, 0.2, 0.4, 1]

/** Sessions below which one crash moves a step by 5 points and more. */
const MIN_SESSIONS = 20

/**
 * The largest share that all points lie above. Steps with few sessions do not stretch the chart, unless there
 * are no others.
 */
export function scaleFloor(points: Point[]): number {
  const reliable = points.filter(({ sessions }) => sessions >= MIN_SESSIONS)
  const lowest = Math.min(
    1,
    ...(reliable.length > 0 ? reliable : points).map(({ crashFreeSessions }) => crashFreeSessions),
  )
  return 1 - HEIGHTS.find((height) => 1 - height <= lowest)!
}

/** `99.8 %`, `98 %`: a label of the axis. */
export function formatTick(share: number): string {
  return `${Number((share * 100).toFixed(1))} %`
}
