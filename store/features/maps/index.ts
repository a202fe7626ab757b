// Source maps and style sheets of builds: the paths.
import type { Path } from '../../http/path.ts'
import { paths as listPaths } from './maps.ts'
import { putStylesPath } from './styles.ts'
import { putMapPath, type MapContext } from './upload.ts'

export const paths: Path<MapContext>[] = [...listPaths, putMapPath, putStylesPath]
