alter table public.articles add column colour text;

alter table public.articles add constraint articles_colour_check CHECK ((colour ~ '^#[0-9a-f]{6}$'::text));

insert into private.saved_columns (is_text, table_name, column_name, is_searched) values (false, 'public.articles', 'colour', false);
