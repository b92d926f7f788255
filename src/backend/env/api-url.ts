/**
 * Where scripts of a page ask Supabase: '' is compiled in where the page's own server passes requests on to it. While a page
 * is drawn nothing is asked.
 */
export function apiUrl(): string {
  if (__API_URL__ !== '') return __API_URL__
  return typeof location === 'undefined' ? __SUPABASE_URL__ : location.origin
}
