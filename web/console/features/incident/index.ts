// What other features use of incidents from a file.
export { IncidentPicker } from './incident-picker.tsx'
