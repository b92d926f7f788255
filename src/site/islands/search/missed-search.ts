/** Has a search that found nothing counted with the reading of the page (reading.ts): the last one; null takes nothing back. */
export function noteMissedSearch(search: string | null): void {
  if (search !== null) document.body.dataset.missed = search
}
