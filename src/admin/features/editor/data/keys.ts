/** Keys of what only the editor asks for. */
export const editorKeys = {
  text: (id: string) => ['editor', 'text', id],
  slug: (slug: string, articleId: string | null) => ['editor', 'slug', slug, articleId],
  publishState: (id: string) => ['editor', 'publish-state', id],
  writers: () => ['editor', 'writers'],
} as const
