/** Query keys of the editor. */
export const editorKeys = {
  text: (id: string) => ['editor', 'text', id],
  slug: (slug: string, articleId: string | null) => ['editor', 'slug', slug, articleId],
  lastRevision: (id: string, version: number) => ['editor', 'last-revision', id, version],
  revisions: ['editor', 'revisions'],
  revisionList: (id: string, every: boolean) => ['editor', 'revisions', id, every],
  revision: (id: number) => ['editor', 'revision', id],
  writers: (authorId: string | null) => ['editor', 'writers', authorId],
} as const
