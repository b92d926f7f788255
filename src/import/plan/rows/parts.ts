import type { Story } from '../../description.ts'
import type { Leads } from '../leads.ts'
import type { Magazine } from '../magazine.ts'
import type { Places } from '../places.ts'

/** What the rows of a plan are made with. */
export interface Parts {
  magazine: Magazine
  places: Places
  leads: Leads
  /** Where a picture is now; null: it could not be read. */
  pictureAt: (picture: NonNullable<Story['picture']> | string) => string | null
}
