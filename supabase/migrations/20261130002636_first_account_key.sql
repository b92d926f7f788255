alter table private.first_account_token add constraint first_account_token_pkey PRIMARY KEY (token_hash);
