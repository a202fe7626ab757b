// The part of source maps that other features use.
export { UploadCommand } from './upload-command.tsx'
