/* Records what the database has to know of the code (magazineRecord in src/backend/magazine-record.ts, siteFiles in
   src/backend/site-files.ts): the site's files, from which no redirect leads away; what the forms say that a subscriber
   agrees to; and what addresses of its own pictures begin with, where that is known. With the secret key. */
create function public.register_magazine(p_magazine jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.site_files f where not p_magazine -> 'files' ? f.path;
  insert into private.site_files select lower(f) from jsonb_array_elements_text(p_magazine -> 'files') f
  on conflict do nothing;
  delete from public.slug_redirects r using private.site_files f
  where r.kind = 'custom' and lower(split_part(r.old_path, '?', 1)) = f.path;

  if p_magazine ? 'addresses' then
    delete from private.own_addresses o where not p_magazine -> 'addresses' ? o.address;
    insert into private.own_addresses select a from jsonb_array_elements_text(p_magazine -> 'addresses') a
    on conflict do nothing;
  end if;

  insert into private.consent_wordings
  select r.version, r.form, r.wording
  from jsonb_to_recordset(p_magazine -> 'consent') as r (version text, form text, wording text)
  on conflict do nothing;
end $$;
