-- The sections of the site that list the stories of a category. Sections were told by the names of their categories
-- before; each of those gets its sections here. Filter buttons are in the order in which categories were made, which is
-- made that of the names.

alter table public.categories add column sections text[] not null default '{}'
  check (
    array_position(sections, null) is null and cardinality(sections) <= 50
    and char_length(array_to_string(sections, '')) <= 2000
  );
comment on column public.categories.sections is 'Slugs of the sections of the site that list its stories.';

with listed (place, name, sections) as (
  values
    (1, 'Design Journal', '{design-journal}'::text[]),
    (2, 'Interior Design', '{living-spaces}'),
    (3, 'Kitchen Design', '{living-spaces}'),
    (4, 'Bathroom Design', '{living-spaces}'),
    (5, 'Small Spaces', '{living-spaces}'),
    (6, 'Open Concept', '{living-spaces}'),
    (7, 'Creative Spaces', '{living-spaces}'),
    (8, 'Wellness Design', '{wellness-lifestyle}'),
    (9, 'Plant Design', '{wellness-lifestyle}'),
    (10, 'Food & Design', '{wellness-lifestyle}'),
    (11, 'Personal Stories', '{wellness-lifestyle}'),
    (12, 'Moving & Life', '{wellness-lifestyle}'),
    (13, 'Cultural Design', '{wellness-lifestyle}'),
    (14, 'Lifestyle', '{entertainment-hosting}'),
    (15, 'Entertaining Style', '{entertainment-hosting,guides-tips}'),
    (16, 'Party Design', '{entertainment-hosting,guides-tips}'),
    (17, 'Gaming Spaces', '{entertainment-hosting,guides-tips}'),
    (18, 'Guest Design', '{entertainment-hosting,guides-tips}'),
    (19, 'Furniture Guide', '{guides-tips}'),
    (20, 'Budget Design', '{guides-tips}'),
    (21, 'Texture & Materials', '{guides-tips}'),
    (22, 'Lighting Design', '{guides-tips}'),
    (23, 'Moving & Setup', '{guides-tips}'),
    (24, 'Pet-Friendly Design', '{guides-tips}')
), first as (
  select min(c.created_at) as created_at from public.categories c join listed using (name)
)
update public.categories c
set sections = listed.sections, created_at = first.created_at + listed.place * interval '1 millisecond'
from listed, first
where c.name = listed.name;
