-- Names are looked up by what their spellings have in common, instead of being compared with that of every author: with
-- 10,000 authors and accounts the questions about names took minutes, and with them the whole of a local Supabase.

-- A migration that changes private.name_key has to `reindex` both.
create index author_profiles_name_key on public.author_profiles (private.name_key(name));
create index profiles_name_key on public.profiles (private.name_key(full_name));
-- Indexes are kept up to date with the rights of who writes the row.
grant execute on function private.name_key(text) to authenticated, service_role;

-- The dear condition of a query after the cheap ones.
alter function private.is_name_of_another(text, uuid) cost 10000;
