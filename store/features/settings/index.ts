// What people set in the console beside the settings of alerts and people: the paths.
import type { Path, WithEngine } from '../../http/path.ts'
import type { PeopleContext } from '../people/index.ts'
import { dataPath, type DataContext } from './data.ts'
import { changeScrubNamesPath, scrubNamesPath } from './scrub-names.ts'
import { changeServicePath, serviceSettingsPath, type ServiceContext } from './service-paths.ts'

export const paths: Path<ServiceContext & PeopleContext & DataContext & WithEngine>[] = [
  serviceSettingsPath,
  changeServicePath,
  scrubNamesPath,
  changeScrubNamesPath,
  dataPath,
]
