// What the settings show about people.
export { AccountSection } from './account-section.tsx'
export { AuditSection } from './audit-section.tsx'
export { usePeopleCounts } from './people-query.ts'
export { PeopleSection } from './people-section.tsx'
export { NEW_ID } from './section-head.tsx'
export { TokenSection } from './token-section.tsx'
