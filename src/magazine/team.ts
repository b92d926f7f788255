export interface TeamMember {
  /** Last segment of the address of the author's page. */
  id: string
  name: string
  role: string
  bio: string
  /** Path of the portrait in public, a WebP file. */
  image: string
  /** Names or addresses there; see the author's dialog. */
  social: Partial<Record<'instagram' | 'twitter' | 'linkedin', string>>
}

/** The editorial team with which a new magazine begins: afterwards they are authors, changed in the admin. */
export const TEAM: readonly TeamMember[] = [
  {
    id: 'mantel-editorial',
    name: 'Mantel Editorial',
    role: 'Editorial Team',
    bio: 'Stories without a byline are written by whoever was nearest the kettle. We visit every home we print, stay for a meal when we are asked, and wipe our feet.',
    image: '/team/mantel-editorial.webp',
    social: { instagram: '@mantel.journal', twitter: '@manteljournal', linkedin: 'company/mantel-journal' },
  },
  {
    id: 'ines-abril',
    name: 'Ines Abril',
    role: 'Senior Design Editor',
    bio: 'Ines trained as an architect, built one house, and has been writing about other people’s ever since. She looks first at where the light comes in and last at what things cost.',
    image: '/team/ines-abril.webp',
    social: { instagram: '@ines.abril', twitter: '@inesabril', linkedin: 'in/ines-abril' },
  },
  {
    id: 'tomas-reyne',
    name: 'Tomas Reyne',
    role: 'Furniture & Space Editor',
    bio: 'Tomas repaired chairs for eleven years before he reviewed one. He sits in everything twice, measures doorways out of habit, and owns fewer than six things with drawers.',
    image: '/team/tomas-reyne.webp',
    social: { instagram: '@tomas.reyne', twitter: '@tomasreyne', linkedin: 'in/tomas-reyne' },
  },
  {
    id: 'odile-marsh',
    name: 'Odile Marsh',
    role: 'Lifestyle Editor',
    bio: 'Odile writes about what happens in rooms after the visitors have gone: suppers, arguments, naps, seedlings. Her own table seats eight if nobody minds the piano stool.',
    image: '/team/odile-marsh.webp',
    social: { instagram: '@odile.marsh', twitter: '@odilemarsh', linkedin: 'in/odile-marsh' },
  },
]
