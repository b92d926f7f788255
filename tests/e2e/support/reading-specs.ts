/** The spec files that only read: in each worker they share a magazine, whose rows have to stay as they were. */
export const READING = {
  name: 'reading',
  testMatch: [
    'accessibility.spec.ts',
    'admin-accessibility.spec.ts',
    'admin-guard.spec.ts',
    'admin-popovers.spec.ts',
    'admin-screens.spec.ts',
    'admin-sidebar.spec.ts',
    'admin-toasts.spec.ts',
    'browse.spec.ts',
    'cards-without-picture.spec.ts',
    'feeds.spec.ts',
    'filled-rows.spec.ts',
    'reader.spec.ts',
    'search.spec.ts',
    'security-policy.spec.ts',
  ],
}
