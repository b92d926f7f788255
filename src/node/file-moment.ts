/** A moment in the name of a file: '2026-11-30T02-15-00Z'. Names that differ in it alone are in the order of time. */
export function fileMoment(moment: Date): string {
  return moment
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')
}
