/** The address of a page with the request's query, unchanged, after the page's own. */
export function withQuery(page: string, query: string): string {
  if (query === '') return page;
  return page + (page.includes('?') ? '&' : '?') + query;
}
