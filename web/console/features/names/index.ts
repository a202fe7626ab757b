// Names of people, as other features show and ask for them.
export { NameForm } from './name-form.tsx'
export { endNameRequest, requestName, useNameRequest } from './name-request.ts'
export { hasNoName, personNamesQuery } from './names-query.ts'
export { useRename } from './use-rename.ts'
