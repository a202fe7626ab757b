// What other features use of the file of an incident.
export { INCIDENT_FORMAT, INCIDENT_VERSION, incidentFileName, MAX_INCIDENT_SPANS } from './incident-file.ts'
export { saveEvent, saveTrace, useSaveIncident } from './save-incident.ts'
