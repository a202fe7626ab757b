// `npm run backup -- FOLDER`: copies the data of the store into a folder, also while the store runs. What is
// copied and what is promised: store/README.md.
import { command } from '../store/backup.ts'

await command('backup', process.argv[2])
