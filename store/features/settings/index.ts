// What people set in the console beside the settings of alerts and people: the paths.
import type { Path } from '../../http/path.ts'
import { changeServicePath, serviceSettingsPath, type ServiceContext } from './service-paths.ts'

export const paths: Path<ServiceContext>[] = [serviceSettingsPath, changeServicePath]
