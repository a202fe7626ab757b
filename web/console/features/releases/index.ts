// The parts of releases that other features use.
export { ChangeLabel } from './change-label.tsx'
export { describeCrashFree, formatCrashFree, MIN_SESSIONS } from './crash-free.ts'
export { CrashFreeLines } from './crash-free-lines.tsx'
export { SlowerTable } from './slower-table.tsx'
