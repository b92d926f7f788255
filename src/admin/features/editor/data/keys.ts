/** Keys of what only the editor asks for. */
export const editorKeys = {
  text: (id: string) => ['editor', 'text', id],
  slug: (slug: string, articleId: string | null) => ['editor', 'slug', slug, articleId],
  publishStates: ['editor', 'publish-state'],
  publishState: (id: string) => ['editor', 'publish-state', id],
  lastRevision: (id: string, version: number) => ['editor', 'last-revision', id, version],
  writers: () => ['editor', 'writers'],
} as const
