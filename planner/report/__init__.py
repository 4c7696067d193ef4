"""The fleet in the words of a buyer: the quote, its tables and documents."""
