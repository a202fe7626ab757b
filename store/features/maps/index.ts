// Source maps: the paths.
export { mapPaths } from './maps.ts'
