-- The file _headers stands in the site's folder.
insert into private.reserved_page_slugs values ('_headers');
