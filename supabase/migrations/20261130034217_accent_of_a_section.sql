alter table public.sections add column accent text;

revoke all on table public.sections from public, anon, authenticated, service_role;
grant select on table public.sections to anon;
grant select on table public.sections to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on table public.sections to service_role;
grant insert (accent), update (accent) on public.sections to authenticated;
grant insert (button_order), update (button_order) on public.sections to authenticated;
grant insert (button_tags), update (button_tags) on public.sections to authenticated;
grant insert (buttons), update (buttons) on public.sections to authenticated;
grant insert (count_names), update (count_names) on public.sections to authenticated;
grant insert (description), update (description) on public.sections to authenticated;
grant insert (empty_links), update (empty_links) on public.sections to authenticated;
grant insert (in_navigation), update (in_navigation) on public.sections to authenticated;
grant insert (slug), update (slug) on public.sections to authenticated;
grant insert (title), update (title) on public.sections to authenticated;

alter table public.sections add constraint sections_accent_check CHECK ((accent ~ '^#[0-9a-f]{6}$'::text));

insert into private.saved_columns (is_text, table_name, column_name, is_searched) values (false, 'public.sections', 'accent', false);
