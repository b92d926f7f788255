/** An export of WordPress with many drafts, whose import is long enough to be paused. */
export function draftsExport(count: number): Buffer {
  const items = Array.from({ length: count }, (_, n) => {
    const fields = `<wp:post_id>${n + 1}</wp:post_id><wp:status>draft</wp:status><wp:post_type>post</wp:post_type>`
    return `<item><title>Draft ${n + 1}</title><content:encoded>One line.</content:encoded>${fields}</item>`
  })
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>Drafts</title><link>https://drafts.example</link><wp:wxr_version>1.2</wp:wxr_version>
${items.join('\n')}
</channel></rss>`)
}
