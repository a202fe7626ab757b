// Source maps: the paths.
export { paths } from './maps.ts'
