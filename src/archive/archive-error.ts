/** An archive that is refused, with the reason in words. Nothing was written, or what was is gone again. */
export class ArchiveError extends Error {}
