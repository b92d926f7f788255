-- New magazines refuse stories with notes in the text. One that exists keeps what it has, also where its settings were never
-- saved.
insert into public.site_settings (required_checks)
select '{}' where exists (select from public.articles) on conflict do nothing;

alter table public.site_settings alter column required_checks set default '{notes}';
