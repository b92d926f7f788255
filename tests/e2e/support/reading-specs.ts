/** The spec files that only read: in each worker they share a magazine, whose rows have to stay as they were. */
export const READING = {
  name: 'reading',
  testMatch: [
    'reader/accessibility.spec.ts',
    'admin/accessibility.spec.ts',
    'account/guard.spec.ts',
    'admin/popovers.spec.ts',
    'admin/screens.spec.ts',
    'admin/sidebar.spec.ts',
    'admin/toasts.spec.ts',
    'reader/browse.spec.ts',
    'reader/cards-without-picture.spec.ts',
    'reader/feeds.spec.ts',
    'reader/filled-rows.spec.ts',
    'reader/reader.spec.ts',
    'reader/search.spec.ts',
    'reader/security-policy.spec.ts',
  ],
}
