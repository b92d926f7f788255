-- Files are found by their licence, where the copyright notice of a picture is.
create or replace function public.search_text(public.media) returns text
language sql immutable set search_path = ''
as $$ select private.fold_text(concat_ws(' ', $1.original_filename, $1.alt_text, $1.caption, $1.credit, $1.licence)) $$;
