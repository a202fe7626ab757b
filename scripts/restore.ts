// `npm run restore -- FOLDER [LIST]`: fills an empty store from a backup. LIST: see `store/backup.ts`.
import { command } from '../store/backup.ts'

await command('restore', process.argv[2], process.argv[3])
