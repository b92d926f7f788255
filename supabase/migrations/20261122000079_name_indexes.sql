-- Names are looked up by what their spellings have in common, instead of being compared with that of every author: with
-- 10,000 authors and accounts the questions about names took minutes, and with them the whole of a local Supabase.

-- A migration that changes private.name_key has to `reindex` both.
create index author_profiles_name_key on public.author_profiles (private.name_key(name));
create index profiles_name_key on public.profiles (private.name_key(full_name));
-- Who writes a row also needs the right to call the functions of its indexes.
grant execute on function private.name_key(text) to authenticated, service_role;

-- Expensive, so that the planner checks the other conditions of a query first.
alter function private.is_name_of_another(text, uuid) cost 10000;
